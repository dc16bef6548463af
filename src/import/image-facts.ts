import { soundFacts } from '../kinds/image/record.ts';

/** The details that a source gives for an image, without those that cannot be: they are told. */
export function factsIn(said: Readonly<Record<string, unknown>>, notTaken: string[]): ReturnType<typeof soundFacts> {
  const facts = soundFacts(said);
  for (const fact of ['width', 'height', 'filesize'] as const)
    if (said[fact] != null && facts[fact] === undefined) notTaken.push(`${fact}: Must be a whole number.`);
  const { sizes } = said;
  const given = sizes == null ? 0 : typeof sizes === 'object' ? Object.keys(sizes).length : 1;
  if (given > Object.keys(facts.sizes ?? {}).length)
    notTaken.push('sizes: Must be images with an address, and whole numbers of pixels and bytes.');
  return facts;
}
