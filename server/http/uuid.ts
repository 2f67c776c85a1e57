const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu

/** Whether the text is a uuid in canonical form, which PostgreSQL accepts. */
export const isUuid = (text: string): boolean => uuid.test(text)
