import { createHash } from 'node:crypto'
import { type Connection, type PoolClient, Query, type QueryConfig, type QueryResult } from 'pg'

/** How many statements have a name at most: each connection keeps all of them, and their plans, as long as it lives. */
const MAX_NAMED = 500
/** A statement gets a name the third time it is sent: one that runs at the start, or is built for one list, seldom comes that far. */
const OFTEN = 3

type StatementNames = (text: string) => string | undefined

/** Names the statements that a pool sends often. PostgreSQL parses and plans these once in each connection. */
export function createStatementNames(): StatementNames {
  const sent = new Map<string, number>()
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size >= MAX_NAMED) return known
    const times = (sent.get(text) ?? 0) + 1
    if (times < OFTEN) {
      if (sent.size >= 10 * MAX_NAMED) sent.clear()
      sent.set(text, times)
      return undefined
    }
    sent.delete(text)
    const name = createHash('sha256').update(text).digest('hex').slice(0, 32)
    names.set(text, name)
    return name
  }
}

type Callback = (error: Error | undefined, result: QueryResult) => void

/** The parts of `pg`'s queries and connections that its types leave out. */
interface Internals {
  name?: string
  text: string
  handleCommandComplete: (message: unknown, connection: Connection) => void
}
interface Wire {
  stream: { cork: () => void; uncork: () => void }
  /** Statements' texts by their names: those that the server has prepared, and those that it was sent to prepare. */
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  parse: (statement: { text: string }) => void
  bind: (values: object) => void
  execute: (portal: object) => void
}

/**
 * Makes this connection name the statements that it sends often, and send a transaction's `begin` along with the first
 * statement. Both in one message to the server: if the `begin` failed, the server would skip the statement.
 */
export function tuneClient(client: PoolClient, nameOf: StatementNames): void {
  const send = client.query.bind(client) as (...given: unknown[]) => Promise<unknown> | undefined
  let isBeginning = false

  function query(...given: unknown[]): Promise<unknown> | undefined {
    const [asked, values] = given
    if (!isConfig(asked)) return send(...given)
    if (asked.text === 'begin') {
      isBeginning = true
      return Promise.resolve(nothing)
    }
    const hasValues = Array.isArray(values) && values.length > 0
    const named = hasValues ? withName(asked, nameOf(asked.text)) : asked
    if (!isBeginning) return send(named, ...given.slice(1))
    isBeginning = false
    // No statement followed the `begin`, so no transaction is open.
    if (asked.text === 'commit' || asked.text === 'rollback') return Promise.resolve(nothing)
    // Text without parameters may hold several statements, which go another way to the server.
    if (!hasValues) return send('begin')?.then(() => send(asked, values))
    return new Promise((resolve, reject) => {
      const answer: Callback = (error, result) => (error ? reject(error) : resolve(result))
      void send(afterBegin(new Query(named, values, answer)))
    })
  }
  Object.assign(client, { query })
}

/** Written out: this runs for each statement, and V8 makes a slow object of one that gets more fields after a spread. */
const withName = (
  { text, types, rowMode }: QueryConfig & { rowMode?: unknown },
  name: string | undefined,
) => ({
  text,
  types,
  rowMode,
  name,
})

const nothing = { rows: [], fields: [], rowCount: null, command: '' }

const isConfig = (asked: unknown): asked is QueryConfig =>
  typeof asked === 'object' && asked !== null && 'text' in asked && typeof asked.text === 'string'

function afterBegin(query: Query): Query {
  const submit = query.submit.bind(query)
  const internals = query as unknown as Internals
  const complete = internals.handleCommandComplete.bind(query)
  let hasBegun = false
  /** Set if the server prepares the statement along with this query. */
  let name: string | undefined
  query.submit = (connection) => {
    const wire = connection as unknown as Wire
    name = isSent(wire, internals.name) ? undefined : internals.name
    wire.stream.cork()
    try {
      wire.parse({ text: 'begin' })
      wire.bind({})
      wire.execute({})
      return submit(connection)
    } finally {
      wire.stream.uncork()
    }
  }
  internals.handleCommandComplete = (message, connection) => {
    if (hasBegun) return complete(message, connection)
    hasBegun = true
    if (name === undefined) return undefined
    // `pg` has taken the preparation of `begin` for that of the statement, which may still fail.
    const wire = connection as unknown as Wire
    delete wire.parsedStatements[name]
    wire.submittedNamedStatements[name] = internals.text
    return undefined
  }
  return query
}

const isSent = ({ parsedStatements, submittedNamedStatements }: Wire, name: string | undefined): boolean =>
  name !== undefined && (name in parsedStatements || name in submittedNamedStatements)
