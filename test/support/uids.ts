/** Makes UIDs of events that replace random ones: the same sequence in every app, and no UID twice. */
export function countedUids(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
  };
}
