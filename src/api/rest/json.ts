/**
 * Writes a value as JSON and escapes `<`. Pages put answers inside script elements, and no text may end one. It parses to the
 * same value.
 */
export const jsonText = (value: unknown): string => {
  const json = JSON.stringify(value);
  // Most values have none, and a search costs less than a replacement.
  return json.includes('<') ? json.replaceAll('<', '\\u003c') : json;
};
