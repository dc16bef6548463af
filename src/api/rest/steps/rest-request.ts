import type { Viewer, ViewerCan } from '../../../domain/access.ts';
import type { Source } from '../../../domain/fields/coerce.ts';
import type { Language } from '../../../domain/language.ts';
import type { UploadedFile } from '../../../domain/upload.ts';
import type { Incoming } from '../../../http/exchange.ts';
import type { Links } from '../../../kinds/record-urls.ts';
import type { ResolverContext } from '../../graphql/context.ts';
import type { Address } from '../address.ts';
import type { Params } from '../params.ts';
import type { OwnRow, Route } from '../route.ts';
import type { Match } from '../router.ts';

/** A request below the root of REST, with the parts of its address. */
export interface Addressed extends Incoming, Address {
  /** The query parameters. */
  query: Params;
}

/** The language of the answer, and the addresses in that language. */
export interface Spoken {
  language: Language;
  links: Links;
}

/** The rows that the path names, and the row that path and method name. */
export interface Routed {
  match: Match<Route | OwnRow>;
  /** Undefined for OPTIONS. */
  row: Route | OwnRow | undefined;
}

/** What was sent in body and query, by name; the body wins. */
export interface Sent {
  source: Source;
  /** The names of everything that was sent, including unknown ones. */
  names(): string[];
  /** The files that were sent, by token. */
  uploads?: ReadonlyMap<string, UploadedFile>;
}

/** A REST request, as far as earlier steps have read it. */
export interface RestRequest extends Addressed, Spoken, Routed, Sent {
  viewer: Viewer | undefined;
  context: ResolverContext;
  /** The keys of custom fields that stand beside the parameters of a record. */
  beside?: readonly string[];
}

/** A request to a row that reaches the data, with the variables of its operation. */
export type Ready = RestRequest & { route: Route; variables: Record<string, unknown> };

/** A result before it is written in the requested form. */
export interface Result {
  status: number;
  headers: Record<string, string>;
  /** The body, as JSON. */
  json: string;
  /** What the caller may do to the shown record, if known. */
  can?: ViewerCan;
}
