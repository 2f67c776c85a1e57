/** The table's own entry of a name; undefined without one, also for what every object has, such as `toString`. */
export const lookup = <T>(table: Readonly<Record<string, T>>, name: string | undefined): T | undefined =>
  name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined
