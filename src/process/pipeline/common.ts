import { createFeeds } from '../../api/feeds/feeds.ts';
import { createGraphiql } from '../../api/graphql/graphiql.ts';
import { createRunQuery } from '../../api/graphql/writer/runner.ts';
import { aboutsOf } from '../../api/pages/about.ts';
import { createPageFiles, FILES } from '../../api/pages/files.ts';
import { createImages } from '../../api/pages/image-hosts.ts';
import type { PageSite } from '../../api/pages/site.ts';
import { lastModified } from '../../cache/last-modified.ts';
import { revisionStep } from '../../cache/steps.ts';
import { bodiesStep } from '../../http/steps/bodies.ts';
import { clientStep, identityStep } from '../../http/steps/client.ts';
import { loadStep } from '../../http/steps/load.ts';
import { countingRefused, rateStep } from '../../http/steps/rate.ts';
import { createUploads } from '../../http/uploads.ts';
import { PLUG_IN_NAMESPACE } from '../../kinds/record-urls.ts';
import type { Config } from '../config.ts';
import { VERSION } from '../version.ts';
import type { Parts } from './parts.ts';
import { createSessions } from './sessions.ts';

/** What several entry points share: one of each, so that each of its limits and caches counts all of them together. */
export function createCommon(parts: Parts) {
  const { config } = parts;
  const { defaultLanguage } = config;
  const abouts = aboutsOf(config);
  const pageFiles = createPageFiles(parts.ownFiles);
  const site: PageSite = {
    address: config.siteUrl,
    abouts,
    standard: defaultLanguage,
    namespace: parts.namespaces.find((name) => name === PLUG_IN_NAMESPACE) ?? parts.namespaces[0]!,
    eventsPath: parts.addresses.events,
    zone: config.siteTimezone,
    images: createImages(config.imageHosts),
    files: pageFiles.names,
    image: parts.ownFiles.image && {
      url: `${config.siteUrl}/${FILES}${pageFiles.names.image}`,
      width: parts.ownFiles.image.width,
      height: parts.ownFiles.image.height,
    },
    embedParents: config.embedParents,
    version: VERSION,
    isSeeded: parts.isSeeded,
    run: createRunQuery(parts.pageOperations),
  };
  return {
    abouts,
    pageFiles,
    site,
    graphiql: createGraphiql({
      examples: parts.graphiqlExamples,
      abouts,
      defaultLanguage,
      signIn: parts.signIn,
      operations: config.introspection ? (parts.ownOperations?.list ?? []).map(({ name }) => name) : [],
    }),
    feeds: createFeeds(createRunQuery(parts.feedQueries), abouts),
    sessions: createSessions(parts),
    load: loadStep(config.maxInFlight),
    bodies: bodiesStep(),
    uploads: createUploads(),
    client: clientStep(config.trustProxy),
    identity: countingRefused(identityStep(parts.identify), parts.counts),
    rate: rateStep(parts.counts),
    revision: revisionStep(parts.revision),
    dated: lastModified(parts.clock),
    origins: ownOrigins(config),
  };
}

export type Common = ReturnType<typeof createCommon>;

/** The origins whose pages may send forms with credentials that the browser stores; `*` adds none. */
const ownOrigins = ({ siteUrl, corsOrigins }: Pick<Config, 'siteUrl' | 'corsOrigins'>): readonly string[] => [
  new URL(siteUrl).origin,
  ...(corsOrigins === '*' ? [] : corsOrigins),
];
