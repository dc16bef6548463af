import { basename } from 'node:path';
import { type Source, sourceRefused } from '../item.ts';
import { type CsvDeps, csvSource } from './csv.ts';
import { type IcsDeps, icsSource } from './ics.ts';
import { type JsonlDeps, jsonlSource } from './jsonl.ts';
import { readText } from './text.ts';
import { openWxr } from './wxr-source.ts';

/** What a file of any format needs. */
export type FileDeps = CsvDeps & IcsDeps & JsonlDeps;

/** Opens a file as a source. Its beginning tells the format. @throws SourceRefused if it cannot be read or is empty */
export async function fileSource(deps: FileDeps): Promise<Source> {
  const { path, language, since, calendar } = deps;
  const beginning = await beginningOf(path);
  if (beginning.startsWith('{')) return jsonlSource({ path, since, calendar });
  const isCalendar = /^BEGIN:VCALENDAR/i.test(beginning);
  if (!isCalendar && /\.ics$/i.test(path))
    throw sourceRefused(`${basename(path)} is no iCalendar: it does not begin with BEGIN:VCALENDAR`);
  if (beginning.startsWith('<')) return openWxr({ path, language, since });
  // A source may find out only while it is read that it is not complete: it is never copied.
  const source = (isCalendar ? icsSource : csvSource)(deps);
  return Object.assign(source, { file: { calendar: isCalendar ? calendarIn(beginning) : undefined } });
}

/** What an iCalendar file calls its calendar. */
const calendarIn = (beginning: string) =>
  ['RELCALID', 'CALNAME']
    .map((name) =>
      new RegExp(`^X-WR-${name}(?:;[^:\\r\\n]*)?:[ \\t]*(\\S[^\\r\\n]*)`, 'im').exec(beginning)?.[1]?.trim(),
    )
    .find((each) => each !== undefined);

async function beginningOf(path: string) {
  const name = basename(path);
  for await (const { text } of readText(path, name)) {
    const beginning = text.replace(/^\uFEFF/, '').trimStart();
    if (beginning !== '') return beginning;
  }
  throw sourceRefused(`${name} is empty`);
}
