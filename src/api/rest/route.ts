import type { Right } from '../../domain/access.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import type { Source } from '../../domain/fields/coerce.ts';
import type { FieldTable } from '../../domain/fields/table.ts';
import type { Context } from '../../kinds/context.ts';
import type { ParameterTable } from '../../kinds/define-kind.ts';
import type { KindName } from '../../kinds/kinds.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Whether a row writes. Then clients may send a key, so that a retry does not write again. */
export const writes = ({ methods }: Pick<Route, 'methods'>): boolean => !methods.includes('GET');

/** Whether a row writes to an existing record. Clients may require that the record is still as they read it. */
export const writesToRecord = ({ right, path }: Pick<Route, 'right' | 'path'>): boolean =>
  right !== undefined && path.includes('<');

/**
 * A route is a row. It says which methods on which path run which operation, and which tables turn parameters into variables.
 * A row has no other way to the data.
 */
export interface Route {
  /** Name of the operation document. */
  operation: string;
  methods: readonly Method[];
  /** Below the namespace. `<id>` stands for digits, `<slug>` for anything without a slash, `<form>` for one of `FEED_FORMS`. */
  path: string;
  /** The kind of its records, if they are all of one kind; of the record that the path names, if it names one. */
  kind?: KindName;
  /** What OpenAPI says of it in words, where that does not follow from its kind and its tables. */
  says?: { summary: string; description?: string; done: string };
  /** Decides whether `Allow` offers the route to a caller. Without it, `Allow` offers the route to everybody. */
  right?: Right;
  /** Errors of the route, besides those that follow from the rest of the row. */
  failures?: readonly ErrorCode[];
  /** Builds `$where` in the terms of `where`, and `$orderBy`. `$page` and `$perPage` stand beside them. */
  filter?: ParameterTable;
  where?: FieldTable;
  /** Turns each of its parameters into a variable. Beside a filter, they are those of its pages. */
  variables?: FieldTable;
  /** The subscription that answers requests for server-sent events. It takes the same variables except `$first`. */
  live?: string;
  /** Whether the route answers with all pages of its operation as JSON Lines, and reads them while it sends. It has no paging. */
  lines?: true;
  /** Builds `$input` of a creation. */
  input?: FieldTable;
  /** Builds `$input` of an update, including the reference to the record. */
  patch?: FieldTable;
  /** Builds `$input` of a deletion, besides the reference to the record. */
  deletion?: FieldTable;
  /** The part of the path that is a bad parameter if it names no record. Without it, an unknown record is its own error. */
  unknown?: 'id' | 'slug';
  /** Parameters that are refused, each with its own error. */
  refused?: Readonly<Record<string, ErrorCode>>;
  /** The error of a page past the end. Without it, such a page is empty. */
  pastTheEnd?: ErrorCode;
  /** Whether a list begins with its totals, as lists of terms do. Other lists end with them. */
  totalsFirst?: true;
  /** Read errors after which the caller can do nothing with the record. Other errors say themselves what the caller can do. */
  offersNothing?: readonly ErrorCode[];
  /** Whether a creation puts the address of the new record in `Location`. */
  located?: true;
  /** The operation that runs instead if the request has `_embed`: it shows linked records too. */
  embeds?: string;
  /**
   * Whether everybody gets what a visitor gets, also somebody with rights to more. What is not public counts as missing, and filters
   * may name what is missing.
   */
  forEverybody?: true;
  /** The error that stands for the failures of the row. */
  unknownAs?: ErrorCode;
  /** The code on the wire for a caller without the right, if it is not the usual one. */
  forbidden?: string;
  /** The answer is the list in this member alone, with its totals in headers, as lists of the host are. */
  bareList?: string;
  /** Whether the host has no trash for its records: they are deleted with `force` only, and shown as they were. */
  deletesForGood?: true;
  /** Whether the route answers with a feed of events, in the form that its path names, instead of a REST operation. */
  feed?: true;
}

/** Whether a row answers everybody like a visitor. */
export const isForEverybody = (row: object | undefined): boolean => row !== undefined && 'forEverybody' in row;

/** A route of the host outside the calendar: a row that runs an operation without variables. */
export interface HostRoute {
  /** The namespace of the route, such as `wp/v2`. */
  namespace: string;
  /** The path below the namespace. */
  path: string;
  operation: string;
  /** The error for a caller for whom the route has nothing to show. */
  nobody: ErrorCode;
}

/** Runs an operation without variables, for the caller of the request. */
type RunAlone = (operation: string) => Promise<{ json: string }>;

/** A route by which REST describes itself or the caller. It names no record. */
export interface OwnRow {
  path: string;
  methods: readonly ['GET'];
  /** Returns the answer to GET. */
  show(request: { source: Source; context: Context; run: RunAlone }): object | Promise<object>;
  /** Returns the answer to OPTIONS. */
  describe(context: Context): object;
}
