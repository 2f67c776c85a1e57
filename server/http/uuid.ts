const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu

/** Whether PostgreSQL takes the text for a uuid as we write them. */
export const isUuid = (text: string): boolean => uuid.test(text)
