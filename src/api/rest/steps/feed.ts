import { type Answer, appendHeader } from '../../../http/exchange.ts';
import type { Answered } from '../../../http/steps.ts';
import type { FeedForm } from '../../../kinds/addresses.ts';
import type { KindName } from '../../../kinds/kinds.ts';
import type { ResolverContext } from '../../graphql/context.ts';
import type { Ref } from '../request.ts';
import type { Route } from '../route.ts';
import { isPublicFeed } from '../table.ts';
import type { RestRequest } from './rest-request.ts';

/** Writes the feed of an event, of the events of a record, or of a list. @throws DomainError if reading is refused */
export type WriteFeed = (
  source: { record?: { kind: KindName; ref: Ref }; where?: Readonly<Record<string, unknown>> },
  options: { form: FeedForm; self: string },
  context: ResolverContext,
) => Promise<Answer>;

type Ready = RestRequest & { route: Route; variables: { ref?: Ref; where?: Readonly<Record<string, unknown>> } };

/** Answers with a feed if the row is the route of one. */
export const feedStep =
  (write: WriteFeed) =>
  async ({ route, match, variables: { ref, where }, context, url, links }: Ready): Promise<Answered | object> => {
    if (!route.feed) return {};
    const source = { ...(ref ? { record: { kind: route.kind!, ref } } : {}), ...(where ? { where } : {}) };
    const form = match.params.form!.toLowerCase() as FeedForm;
    const answer = await write(source, { form, self: `${links.site}${url.pathname}${url.search}` }, context);
    if (!isPublicFeed(url.pathname)) appendHeader(answer, 'Vary', 'Authorization');
    return { answer };
  };
