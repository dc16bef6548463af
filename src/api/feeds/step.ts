import { DomainError } from '../../domain/errors.ts';
import { message } from '../../domain/message.ts';
import type { Incoming } from '../../http/exchange.ts';
import type { Answered } from '../../http/steps.ts';
import { FEED_FORMS, type FeedForm, isNews, type SiteAddress, spokenPath } from '../../kinds/addresses.ts';
import type { ResolverContext } from '../graphql/context.ts';
import type { EventsPart, Feeds } from './feeds.ts';
import type { SavedFeeds } from './saved.ts';
import { movedFrom, siteSource } from './site.ts';

/** A requested feed outside REST. An address of the plug-in or a listed document says what it contains. */
type FeedAddress = { form: FeedForm } & ({ site: SiteAddress } | { saved: string });

const SAVED = new RegExp(`^/feeds/([_A-Za-z]\\w*)\\.(${FEED_FORMS.join('|').replace('.', '\\.')})/?$`);

const savedAt = ({ url }: Pick<Incoming, 'url'>) => SAVED.exec(spokenPath(url.pathname).path);

/** Says what an address means if it is one of a feed. `read` reads addresses of the site. */
export const feedAddress =
  <Found extends { address?: SiteAddress }>(read: (incoming: Incoming) => Found) =>
  (incoming: Incoming) => {
    const found = read(incoming);
    const { form = 'page' } = found.address ?? {};
    return (form === 'page' || form === 'json') && !savedAt(incoming) ? undefined : found;
  };

/** Returns the requested feed. @throws NO_ROUTE for an unserved feed, because a page would be the wrong answer */
export function feedAddressStep({ url, address }: Pick<Incoming, 'url'> & { address?: SiteAddress }): {
  feed: FeedAddress;
} {
  const [, saved, form] = savedAt({ url }) ?? [];
  if (saved) return { feed: { form: form as FeedForm, saved } };
  if (!address || address.form === 'none') throw noFeed();
  return { feed: { form: address.form as FeedForm, site: address } };
}

const noFeed = () => new DomainError('NO_ROUTE', 'There is nothing at this address.');

/** The maximum length of a feed address in characters. Google refuses longer ones. */
const LONGEST_ADDRESS = 255;

type FeedRequest = Incoming & { feed: FeedAddress; context: ResolverContext };

/** Answers with the requested feed. @throws DomainError if reading its events is refused */
export function feedsStep({ answer, answerList, named }: Feeds, savedFeeds: SavedFeeds) {
  async function ofSite(site: SiteAddress, form: FeedForm, { url, context }: FeedRequest) {
    const { links } = context;
    const options = { form, self: selfOf(url, context), movedFrom: movedFrom(site, url, links) };
    try {
      const asked = { read: named(context), isNews: isNews(form), context };
      return await answer(await siteSource(site, url, asked), options, context);
    } catch (error) {
      // As with pages: an address that names an unknown record is not found.
      if (error instanceof DomainError && error.code === 'INVALID_FIELD') throw noFeed();
      throw error;
    }
  }

  function ofSaved(name: string, form: FeedForm, { url, context }: FeedRequest) {
    const feed = savedFeeds(name);
    if (!feed) throw noFeed();
    const self = selfOf(url, context);
    if (self.length > LONGEST_ADDRESS)
      throw new DomainError(
        'INVALID_FIELD',
        message('The address of a feed may have {0} characters at the most.', LONGEST_ADDRESS),
      );
    const part = async (after: string | null) =>
      (await feed.read(url.searchParams, after, context)).events as EventsPart;
    return answerList(part, { form, self, name, title: feed.titleIn(context.language) }, context);
  }

  return async (request: FeedRequest): Promise<Answered> => {
    const { feed } = request;
    return {
      answer: await ('site' in feed ? ofSite(feed.site, feed.form, request) : ofSaved(feed.saved, feed.form, request)),
    };
  };
}

const selfOf = ({ pathname, search }: URL, { links }: ResolverContext) => `${links.site}${pathname}${search}`;
