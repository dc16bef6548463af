import type { Language } from '../domain/language.ts';
import type { NewCustomField } from '../kinds/custom-fields/fields.ts';
import type { LinkList } from '../kinds/event-links.ts';
import type { ChangeKind } from '../kinds/kinds.ts';

export type ItemKind = ChangeKind | 'image';

/** The records that an event links to: the source's references, by list. */
type ItemLinks = { [List in LinkList | 'categories' | 'tags']?: readonly string[] };

/** The values of a record in one language. */
export interface Said {
  language: Language;
  /** Fields by their names in the kind's table, as its service takes them. Null clears; absent ones stay. */
  values: Readonly<Record<string, unknown>>;
  /** The slug, for kinds whose table has none. */
  slug?: string;
}

/** Which of the events of its UID an event is: without its start, if that cannot be read, any of them. */
export interface InUid {
  start: string | undefined;
  /** The only one with this UID in the file, the first, or another. */
  rank: 'only' | 'first' | 'other';
}

/** A record as a source sends it. */
export interface Item {
  kind: ItemKind;
  /** The source's reference to it, which other items use too. */
  ref: string;
  /** The original language comes first. It has the fields that are not translated. */
  said: readonly [Said, ...Said[]];
  /** Whether the source sends every language of the record. Languages that it leaves out are then removed here. */
  allLanguages?: boolean;
  /** Its id there, which it keeps if the id is free here. */
  id?: number;
  /** The URL of its page there. */
  url?: string;
  uid?: string;
  /** For an event of a file whose reference is its UID until it is known which of those with this UID it is. */
  inUid?: InUid;
  /** References under which earlier runs may have known it: it keeps such a one, with the UID that it has here. */
  formerRefs?: readonly string[];
  /** The start that tells it from others of its UID, of which it alone has the UID as its reference. */
  startInUid?: string;
  sequence?: number;
  /** The series that an event is an occurrence of, and its start by the rule; null if the source says that it is none. */
  occurrence?: { series: string; originalStartsAt: number; own?: readonly string[] } | null;
  /** The id of the occurrence of that day, where nothing but its series and day tells that it is the same. */
  here?: number;
  /** For a series: the source sends all of its occurrences before this moment. Absent if there are no others. */
  madeBefore?: number;
  /** For a series that was divided, and those that it was divided into: the UID of the first. */
  chain?: string;
  /** It was exported from this very calendar, and has the same id here. */
  isOwn?: boolean;
  /** Where the source got it from. Without it, the source itself is the origin. */
  source?: { site: string; id: string; url?: string };
  /** The source's name for its author. */
  author?: string;
  /** The name with which that author logs in there. */
  login?: string;
  links?: ItemLinks;
  /** The parent of a category; null at the top. */
  parent?: string | null;
  /** Its image; null for none. */
  image?: string | null;
  /** It is in the trash there. */
  trashed?: boolean;
  /** It stands for an existing record of this name, if there is one. A record that is only mentioned is not changed. */
  byName?: 'described' | 'mentioned';
  /** Other places of its source have the same name, at other addresses. */
  isOneOfSeveral?: boolean;
  /** Its position in a file, for people. */
  place?: string;
  /** The columns of its fields in a file, from 1, for people. */
  columns?: Readonly<Record<string, number>>;
  /** What is not imported of it, for people. */
  notTaken?: readonly string[];
}

/** A record that a source could not send, for people. */
export interface Refusal {
  kind: ItemKind;
  /** Its reference, if that could be read: it is not gone then. Without it, nobody knows which of its kind are gone. */
  ref?: string;
  formerRefs?: readonly string[];
  inUid?: InUid;
  what: string;
  why: string;
}

/** Something that is not imported, and where it is. For people. */
export interface Left {
  what: string;
  of: string;
  /** The reference of an event that an earlier run may have imported: it is not gone. */
  ref?: string;
}

/** A batch of items from a source. Items refer only to earlier ones. */
export interface Part {
  items: readonly Item[];
  /** The custom fields that the items use. */
  fields?: readonly NewCustomField[];
  refused?: readonly Refusal[];
  /** What is never imported from this source, whatever the record, and what is not of a record that is sent. */
  notTaken?: readonly (string | Left)[];
  /** Where the source continues after this part. */
  place: string;
  /** Progress, for people. */
  what: string;
  done: number;
  total: number;
}

/** A part of what a file has: references by which earlier runs may have known its records, and the places that they name. */
export interface Survey extends Pick<Part, 'what' | 'done' | 'total'> {
  kind: ItemKind | undefined;
  refs: readonly string[];
  /** Other references by which earlier runs may have known the same records. */
  formerRefs?: readonly string[];
  places: readonly Item[];
}

export type IsTold = (kind: ItemKind, refs: readonly string[]) => Promise<ReadonlySet<string>>;

/** What is remembered of an address when all that it served was taken. */
export interface Served {
  etag?: string;
  modified?: string;
  /** The options with which it was taken. With others, it is asked for anew. */
  asked: string;
}

/** A source of records. */
export interface Source {
  /** The origin of its URL, or the name of the file. */
  site: string;
  /** For a file whose name says little: what its calendar is called. Its records say which earlier source it is. */
  file?: { calendar: string | undefined };
  /** Of a file behind an address: how that is remembered, and what it said of its version. */
  address?: { key: string; served: Served };
  /** If given, only events that start on or after this date are sent. */
  since?: string;
  /** The time zone that it claims. */
  zone?: string;
  /** The options that decide what it sends. An import is resumed only with the same scope. */
  scope: string;
  /**
   * All parts from `place` on, or from the beginning. `isTold` says which records this run has already sent, also before an
   * interruption. @throws SourceRefused with one line
   */
  parts(isTold: IsTold, place?: string): AsyncIterable<Part>;
  /** Reads a record that was once sent, but not this time: the items that it refers to, then the record itself; none to leave it. */
  look?(kind: ItemKind, ref: string): Promise<readonly Item[] | 'gone'>;
  /** Reads it once for what its records share, where that is cheaper than to send them all. `parts` needs it no more then. */
  survey?(): AsyncIterable<Survey>;
  /** Whether it sends every record, so that missing ones are gone. */
  complete: boolean;
}

/** A source that cannot be imported. The message is one line for the person who runs the import. */
interface SourceRefused extends Error {
  name: 'SourceRefused';
  /** Whether the same import may go on later. */
  isPassing: boolean;
  /** Whether nobody answers there, or only that it is busy. */
  isAway: boolean;
  /** Whether its address is in a private network, and `--private` was not given. */
  isPrivate: boolean;
}

export const sourceRefused = (
  message: string,
  { isPassing = false, isPrivate = false, isAway }: Partial<Record<'isPassing' | 'isAway' | 'isPrivate', boolean>> = {},
): SourceRefused =>
  Object.assign(new Error(message), {
    name: 'SourceRefused' as const,
    isPassing,
    isAway: isAway ?? isPassing,
    isPrivate,
  });

export const isSourceRefused = (error: unknown): error is SourceRefused =>
  error instanceof Error && error.name === 'SourceRefused';
