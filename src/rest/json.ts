/** A value as JSON. Pages put answers inside of script elements: written so, no text can end one. It parses to the same. */
export const jsonText = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
