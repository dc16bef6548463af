import type { RangeRequest } from '../../../domain/range.ts';
import { type Answer, appendHeader } from '../../../http/exchange.ts';
import type { Answered } from '../../../http/steps.ts';
import { type FeedForm, pagingIn } from '../../../kinds/addresses.ts';
import type { KindName } from '../../../kinds/kinds.ts';
import type { ResolverContext } from '../../graphql/context.ts';
import type { Ref } from '../request.ts';
import type { Route } from '../route.ts';
import { isPublicFeed } from '../table.ts';
import type { RestRequest } from './rest-request.ts';

type Where = Readonly<Record<string, unknown>>;

/** Writes feeds. Both throw a DomainError if reading is refused. */
interface WriteFeeds {
  /** Writes the feed of an event, of the events of a record, or of a list. */
  answer(
    source: { record?: { kind: KindName; ref: Ref }; where?: Where; page?: number; size?: number },
    options: { form: FeedForm; self: string },
    context: ResolverContext,
  ): Promise<Answer>;
  /** Writes a series. */
  answerSeries(ref: Ref, context: ResolverContext): Promise<Answer>;
  /** Writes the events of a range. */
  answerRange(source: { range: RangeRequest; where: Where }, context: ResolverContext): Promise<Answer>;
}

type Ready = RestRequest & { route: Route; variables: { ref?: Ref; where?: Where; range?: RangeRequest } };

/** Answers with a feed if the row is the route of one. */
export const feedStep =
  ({ answer, answerSeries, answerRange }: WriteFeeds) =>
  async ({ route, match, variables, context, url, links }: Ready): Promise<Answered | object> => {
    if (!route.feed) return {};
    const { ref, where, range } = variables;
    const about = ref ? { record: { kind: route.kind!, ref } } : {};
    const source = { ...about, ...(where ? { where } : {}), ...pagingIn(url.searchParams) };
    const form = match.params.form?.toLowerCase() as FeedForm;
    const self = `${links.site}${url.pathname}${url.search}`;
    const written = range
      ? await answerRange({ range, where: where! }, context)
      : ref && !route.kind
        ? await answerSeries(ref, context)
        : await answer(source, { form, self }, context);
    if (!isPublicFeed(url.pathname)) appendHeader(written, 'Vary', 'Authorization');
    return { answer: written };
  };
