import type { Context } from '../context.ts';
import type { ErrorCode } from '../errors.ts';
import type { Source } from '../fields/coerce.ts';
import type { FieldTable } from '../fields/table.ts';
import type { LinkKind } from '../links.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

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
  /** Whose right decides what `Allow` offers. */
  kind: LinkKind;
  /** Makes `$filter`, with `$page` and `$perPage` beside it. */
  filter?: FieldTable;
  /** Makes `$input`. */
  input?: FieldTable;
  /** Makes `$patch`. */
  patch?: FieldTable;
  /** The part of the path that is refused as a bad parameter when it names no record. Without it, that is its own error. */
  unknown?: 'id' | 'slug';
  /** Parameters that are refused, each with its own error. */
  refused?: Readonly<Record<string, ErrorCode>>;
  /** The error of a page past the end. Without it, such a page is empty. */
  pastTheEnd?: ErrorCode;
  /** Whether creating names the address of what was made in `Location`. */
  located?: true;
}

/** A route by which REST speaks of itself: it reaches no data. */
export interface OwnRow {
  path: string;
  methods: readonly ['GET'];
  /** What GET gives. */
  show(known: { source: Source; context: Context }): object;
  /** What OPTIONS gives. */
  describe(context: Context): object;
}

const UPDATE = ['POST', 'PUT', 'PATCH'] as const;

interface Item {
  /** `Venue` runs `ReadVenue`, `UpdateVenue` and `DeleteVenue`. */
  name: string;
  kind: LinkKind;
  patch: FieldTable;
  refused?: Route['refused'];
  unknown?: Route['unknown'];
}

/** The rows of one record at one address: read, update, delete. */
export function itemRoutes(path: string, { name, ...update }: Item): Route[] {
  const { patch: _, refused: __, ...item } = update;
  return [
    { operation: `Read${name}`, methods: ['GET'], path, ...item },
    { operation: `Update${name}`, methods: UPDATE, path, ...update },
    { operation: `Delete${name}`, methods: ['DELETE'], path, ...item },
  ];
}
