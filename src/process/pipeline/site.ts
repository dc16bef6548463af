import { feedAddress, feedAddressStep, feedsStep } from '../../api/feeds/step.ts';
import { pageAddressStep } from '../../api/pages/address.ts';
import { createDocs } from '../../api/pages/docs.ts';
import { embedStep } from '../../api/pages/embed.ts';
import { faviconStep } from '../../api/pages/favicon.ts';
import { FILES } from '../../api/pages/files.ts';
import { eventsStep } from '../../api/pages/home.ts';
import { createMissing } from '../../api/pages/missing.ts';
import { recordStep } from '../../api/pages/record.ts';
import { seriesStep } from '../../api/pages/series.ts';
import { robotsStep, sitemapAddressStep, sitemapStep } from '../../api/pages/sitemap.ts';
import { cachedPages } from '../../cache/steps.ts';
import type { Incoming } from '../../http/exchange.ts';
import { filesStep } from '../../http/files.ts';
import { keptPictureStep } from '../../http/kept-pictures.ts';
import { noIndex } from '../../http/response-headers.ts';
import { healthStep, metricsStep, readyStep, watchedAddress } from '../../http/steps/watched.ts';
import { type EntryPoint, steps } from '../../http/steps.ts';
import { pictureStep } from '../../tools/pictures.ts';
import type { Common } from './common.ts';
import type { Parts } from './parts.ts';

/** The steps of what is no API: what watches the server, feeds, and pages, each from top to bottom. */
export function createSite(parts: Parts, common: Common) {
  const { config, linksOf, metrics } = parts;
  const { client, dated, feeds, graphiql, load, pageFiles, rate, revision, sessions, site } = common;
  const ownRoot = config.restRoot.slice(1);
  const docs = createDocs(site, {
    namespace: `${ownRoot}/${parts.namespaces[0]}`,
    media: `${ownRoot}/wp/v2/media`,
    signIn: parts.signIn,
  });
  const missing = createMissing(site);

  const health: EntryPoint = {
    name: 'health',
    addressed: watchedAddress,
    steps: steps<Incoming>()
      .step(client)
      .step(healthStep)
      .step(readyStep(parts.ready))
      .step(metrics ? metricsStep(metrics) : missing.step).list,
    failed: missing.failed,
  };

  const pageAddress = pageAddressStep(config.defaultLanguage, linksOf, parts.addresses);

  const feedsOfPages: EntryPoint = {
    name: 'feeds',
    addressed: feedAddress(pageAddress),
    steps: steps<Incoming & ReturnType<typeof pageAddress>>()
      .step(client)
      .around(load)
      .step(rate)
      .step(feedAddressStep)
      .step(revision)
      .around(dated)
      .around(cachedPages(parts.responses))
      .step(sessions.plain)
      .step(feedsStep(feeds, parts.savedFeeds))
      .step(missing.step).list,
    failed: missing.failed,
    last: [noIndex],
  };

  // The last one takes every address.
  const pages: EntryPoint = {
    name: 'pages',
    addressed: () => ({}),
    steps: steps<Incoming>()
      .step(client)
      .around(load)
      .step(rate)
      .step(pictureStep(parts.isSeeded))
      .step(keptPictureStep(parts.openPicture))
      .step(faviconStep)
      .step(graphiql.fileStep)
      .step(filesStep(`/${FILES}`, async () => pageFiles))
      .step(embedStep)
      .step(robotsStep(site))
      .step(docs.fileStep)
      .step(pageAddress)
      .step(sitemapAddressStep)
      .step(revision)
      .around(cachedPages(parts.responses))
      .step(sessions.plain)
      .step(docs.pageStep)
      .step(sitemapStep(site))
      .step(seriesStep(site))
      .step(recordStep(site))
      .step(eventsStep(site))
      .step(missing.step).list,
    failed: missing.failed,
  };

  return { health, feeds: feedsOfPages, pages };
}
