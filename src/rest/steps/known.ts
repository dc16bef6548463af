import type { Source } from '../../fields/coerce.ts';
import type { ResolverContext } from '../../graphql/context.ts';
import type { Incoming } from '../../http/exchange.ts';
import type { Links } from '../../links.ts';
import type { Viewer, ViewerCan } from '../../rules/access.ts';
import type { Language } from '../../rules/language.ts';
import type { Address } from '../address.ts';
import type { Params } from '../params.ts';
import type { OwnRow, Route } from '../route.ts';
import type { Match } from '../router.ts';

/** A request below the root of REST: its address taken apart. */
export interface Addressed extends Incoming, Address {
  /** The parameters behind the path. */
  query: Params;
}

/** In which language it speaks, and the addresses in that language. */
export interface Spoken {
  language: Language;
  links: Links;
}

/** What its path and its method name. */
export interface Routed {
  match: Match<Route | OwnRow>;
  /** None for OPTIONS. */
  row: Route | OwnRow | undefined;
}

/** What was sent in body and query, by name; the body wins. */
export interface Sent {
  source: Source;
}

/** Everything that steps of REST may count on, once their turn has come. */
export interface Known extends Addressed, Spoken, Routed, Sent {
  viewer: Viewer | undefined;
  context: ResolverContext;
}

/** What is to be sent, before it is put into the form that was asked for. */
export interface Result {
  status: number;
  headers: Record<string, string>;
  /** The body, as JSON. */
  json: string;
  /** What the caller may do to the record that is shown, when it was said. */
  can?: ViewerCan;
}
