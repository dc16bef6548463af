import type { Winner } from './decide.ts';
import { type ColumnNames, readColumnNames } from './files/csv-columns.ts';
import { type DateForm, dateForm } from './files/dates.ts';
import type { Trash } from './gone.ts';
import { type NamedSite, readSite } from './site/address.ts';

/** The options of `npm run import`. */
export const OPTIONS = {
  user: { takes: 'NAME', says: 'who imports: records are theirs, and only what they may do is done' },
  'dry-run': { says: 'writes nothing, and says what would be done' },
  since: { takes: 'DATE', says: 'only events that start on this day or later, such as 2026-01-31' },
  dates: { takes: 'FORM', says: 'how a CSV file writes dates: m/d/Y, d.m.Y, …' },
  columns: { takes: 'NAMES', says: 'what a CSV file calls its columns: "Nombre=Event Name,Fecha=Event Start Date"' },
  map: { takes: 'FILE', says: 'JSON that says who its authors are here: {"authors": {"3": "ana"}}' },
  report: { takes: 'FILE', says: 'where the report goes as JSON' },
  theirs: { says: 'where a record changed there and here, takes theirs' },
  ours: { says: 'where a record changed there and here, keeps ours' },
  trash: {
    may: 'all',
    says: 'puts into the trash what was taken earlier and is gone there; --trash=all also where that is more than half',
  },
  'skip-duplicates': { says: 'leaves out new events that are here already from another source, as far as it seems' },
  as: { takes: 'NAME', says: 'the name under which a file was taken earlier; without it, its records tell' },
  sources: { says: 'lists the last run of each source, with its counts and faults, and takes nothing' },
  strict: { says: 'exit code 3 if any record was refused' },
  quiet: {
    says: 'prints no progress, and nothing if nothing was written and no other fault was found than before; with --strict, it reports while something is refused',
  },
  private: { says: 'the site lies in a private network' },
  pictures: { says: 'fetches the pictures that records show from the site, and keeps them here' },
  hosts: { takes: 'HOSTS', says: 'other hosts to fetch pictures from, such as cdn.example.org,images.example.org' },
} as const;

/** Milliseconds that imports leave to others between two units. */
export const GIVEN_WAY = 10;

/** The option values as typed. */
export type Typed = {
  -readonly [Name in keyof typeof OPTIONS]?: (typeof OPTIONS)[Name] extends { takes: string }
    ? string
    : (typeof OPTIONS)[Name] extends { may: infer Word }
      ? boolean | Word
      : boolean;
};

/** A parsed command line. */
export interface Asked {
  /** A site or a file path. */
  from: NamedSite | string;
  user: string | undefined;
  dryRun: boolean;
  since: string | undefined;
  dates: DateForm | undefined;
  columns: ColumnNames | undefined;
  map: string | undefined;
  report: string | undefined;
  winner: Winner | undefined;
  trash: Trash;
  /** Leaves out new events that another source has. */
  skipsDuplicates: boolean;
  strict: boolean;
  quiet: boolean;
  /** The name under which a file is remembered. */
  as: string | undefined;
  /** The sites from which pictures are fetched; undefined if none are. */
  pictures: readonly NamedSite[] | undefined;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Parses the options. Returns a one-line error message if they are invalid. */
export function readOptions(
  { sources, ...values }: Typed,
  words: readonly string[],
): Asked | { sources: true } | string {
  if (sources) return Object.keys(values).length + words.length > 0 ? '--sources goes alone.' : { sources };
  const { user, 'dry-run': dryRun = false, since, dates: form, map, report, theirs, ours, trash = false, as } = values;
  const { strict = false, quiet = false, 'skip-duplicates': skipsDuplicates = false } = values;
  const [source, ...more] = words;
  if (source === undefined || more.length > 0) return 'One SOURCE is needed: the address of a site, or a file.';
  const from = readSource(source, values.private);
  if ('wrong' in from) return from.wrong;
  if (since !== undefined && (!DAY.test(since) || Number.isNaN(Date.parse(since))))
    return `--since is ${JSON.stringify(since)}; it must be a day such as 2026-01-31.`;
  const dates = readDates(form);
  if (typeof dates === 'string') return dates;
  const columns = values.columns === undefined ? undefined : readColumnNames(values.columns);
  if (typeof columns === 'string') return columns;
  if (theirs && ours) return '--theirs and --ours are at odds.';
  if (as !== undefined && (!/^[^\p{Cc}]{1,200}$/u.test(as.trim()) || as.includes('://')))
    return '--as gives a file a name: up to 200 characters, and no address.';
  const hosts = readHosts(values.hosts, values.private);
  if (typeof hosts === 'string') return hosts;
  if (values.hosts !== undefined && !values.pictures) return '--hosts goes with --pictures.';
  if (dryRun && values.pictures) return '--dry-run fetches no --pictures.';
  const pictures = values.pictures ? [...(typeof from.found === 'string' ? [] : [from.found]), ...hosts] : undefined;
  const winner = theirs ? 'theirs' : ours ? 'ours' : undefined;
  return {
    from: from.found,
    user,
    dryRun,
    since,
    dates,
    columns,
    map,
    report,
    winner,
    trash,
    skipsDuplicates,
    strict,
    quiet,
    as: as?.trim(),
    pictures,
  };
}

/** Parses a format of dates. Returns an error message if it is none. */
export function readDates(form: string | undefined): DateForm | string | undefined {
  if (form === undefined) return undefined;
  return dateForm(form) ?? `--dates is ${JSON.stringify(form)}; it must name Y, m and d, such as m/d/Y.`;
}

/** Parses hosts, of which pictures are fetched. Returns an error message if one is none. */
export function readHosts(text: string | undefined, isPrivate = false): NamedSite[] | string {
  const sites: NamedSite[] = [];
  for (const host of text?.split(',').map((each) => each.trim().toLowerCase()) ?? []) {
    const site = /^[^/?#@\\]+$/.test(host) ? readSite(`http://${host}`, { isPrivate }) : undefined;
    if (typeof site !== 'object') return `--hosts has ${JSON.stringify(host.slice(0, 100))}, which is no host.`;
    sites.push(site);
  }
  return sites;
}

/** Parses a site or a file path. Returns an error message if it is neither. */
export function readSource(text: string, isPrivate = false): { found: NamedSite | string } | { wrong: string } {
  const site = readSite(text, { isPrivate });
  if (typeof site === 'string') return { wrong: site };
  if (site) return { found: site };
  return /^[a-z][\w+.-]+:\/\//i.test(text)
    ? { wrong: `${JSON.stringify(text.slice(0, 100))} is no http, https or webcal address, and no file.` }
    : { found: text };
}
