import type { Context } from '../context.ts';
import type { ErrorCode } from '../errors.ts';
import type { Source } from '../fields/coerce.ts';
import type { FieldTable } from '../fields/table.ts';
import type { LinkKind } from '../links.ts';
import type { Viewer, ViewerCan } from '../rules/access.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Decides by who asks, and by what that caller may do to the record of the path. */
type Right = (viewer: Viewer | undefined, can: ViewerCan) => boolean;

/** The rights to the records of a kind. */
export type Rights = Readonly<Record<'create' | 'update' | 'delete', Right>>;

/** Whether a row writes to a record that is there, which may have to be as it was read. */
export const writesToRecord = ({ right, path }: Pick<Route, 'right' | 'path'>): boolean =>
  right !== undefined && path.includes('<');

/**
 * A route is a row: which methods on which path run which operation, and the tables that turn parameters into its
 * variables. A row has no other way to the data.
 */
export interface Route {
  /** Name of the operation document. */
  operation: string;
  methods: readonly Method[];
  /** Below the namespace; `<id>` stands for digits, `<slug>` for anything without a slash. */
  path: string;
  kind: LinkKind;
  /** Whether `Allow` offers it to a caller. Without it, to everybody. */
  right?: Right;
  /** Errors that it answers with besides those that follow from the rest of the row. */
  failures?: readonly ErrorCode[];
  /** Makes `$filter`, with `$page` and `$perPage` beside it. */
  filter?: FieldTable;
  /** Makes `$input` of what creates. */
  input?: FieldTable;
  /** Makes `$input` of what updates, with which record is meant. */
  patch?: FieldTable;
  /** The part of the path that is refused as a bad parameter when it names no record. Without it, that is its own error. */
  unknown?: 'id' | 'slug';
  /** Parameters that are refused, each with its own error. */
  refused?: Readonly<Record<string, ErrorCode>>;
  /** The error of a page past the end. Without it, such a page is empty. */
  pastTheEnd?: ErrorCode;
  /** Whether a list begins with its totals, as those of terms do; others end with them. */
  totalsFirst?: true;
  /** The errors of reading a record that say that nothing can be done there. Of others the error itself says what can. */
  offersNothing?: readonly ErrorCode[];
  /** Whether creating names the address of what was made in `Location`. */
  located?: true;
}

/** A route of the host beside the calendar: a row that runs an operation without variables. */
export interface HostRoute {
  /** The namespace that it lies in, `wp/v2`. */
  namespace: string;
  /** Below that. */
  path: string;
  operation: string;
  /** The error of asking for what the caller does not have. */
  nobody: ErrorCode;
}

/** Runs an operation that has no variables, for who asks. */
export type RunAlone = (operation: string) => Promise<{ json: string }>;

/** A route by which REST speaks of itself, or of who asks: it names no record. */
export interface OwnRow {
  path: string;
  methods: readonly ['GET'];
  /** What GET gives. */
  show(known: { source: Source; context: Context; run: RunAlone }): object | Promise<object>;
  /** What OPTIONS gives. */
  describe(context: Context): object;
}

const UPDATE = ['POST', 'PUT', 'PATCH'] as const;

interface Item extends Pick<Route, 'kind' | 'failures' | 'unknown' | 'offersNothing'> {
  /** `Venue` runs `ReadVenue`, `UpdateVenue` and `DeleteVenue`. */
  name: string;
  rights: Rights;
  patch: FieldTable;
  refused?: Route['refused'];
  /** The error of deleting what lies in the trash already. */
  trashed?: ErrorCode;
}

/** The rows of one record at one address: read, update, delete. */
export function itemRoutes(path: string, { name, rights, patch, refused, trashed, ...item }: Item): Route[] {
  const failures = [...(item.failures ?? []), ...(trashed ? [trashed] : [])];
  return [
    { operation: `Read${name}`, methods: ['GET'], path, ...item },
    {
      operation: `Update${name}`,
      methods: UPDATE,
      path,
      ...item,
      right: rights.update,
      patch,
      ...(refused ? { refused } : {}),
    },
    { operation: `Delete${name}`, methods: ['DELETE'], path, ...item, right: rights.delete, failures },
  ];
}
