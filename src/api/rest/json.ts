/**
 * Writes a value as JSON and escapes `<`. Pages put answers inside script elements, and no text may end one. It parses to the
 * same value.
 */
export const jsonText = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
