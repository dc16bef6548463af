import { createSdlStep } from '../../api/graphql/sdl.ts';
import {
  executeGraphql,
  graphqlAddress,
  graphqlFailed,
  graphqlLanguage,
  preflight,
  refuseForms,
  responseType,
} from '../../api/graphql/steps.ts';
import { mcpAddress, mcpFailed, mcpStep, metadataStep, postOnly, usersOnly } from '../../api/mcp/steps.ts';
import { operationsPage } from '../../api/operations/page.ts';
import { methodStep, operationAddress, operationStep, showStep } from '../../api/operations/steps.ts';
import { placeOf } from '../../api/pages/layout.ts';
import { ownRows } from '../../api/rest/own.ts';
import { isForEverybody } from '../../api/rest/route.ts';
import { composeStep, describeStep, formStep, restFailed, runStep } from '../../api/rest/steps/answer.ts';
import { feedStep } from '../../api/rest/steps/feed.ts';
import { linesStep } from '../../api/rest/steps/lines.ts';
import { liveStep } from '../../api/rest/steps/live.ts';
import {
  addressStep,
  customFieldsStep,
  fieldsStep,
  languageOfBodyStep,
  languageStep,
  routeStep,
  variablesStep,
} from '../../api/rest/steps/request.ts';
import type { Addressed } from '../../api/rest/steps/rest-request.ts';
import { validated } from '../../api/rest/steps/validators.ts';
import { isPublicFeed, MEDIA_ROUTES, NAMESPACE_ROUTES, PUBLIC_ROUTES } from '../../api/rest/table.ts';
import { cachedGraphql, cachedRest } from '../../cache/steps.ts';
import type { Language } from '../../domain/language.ts';
import type { Incoming } from '../../http/exchange.ts';
import { noIndex } from '../../http/response-headers.ts';
import { foreignFormStep, foreignOriginStep } from '../../http/steps/foreign-form.ts';
import { type EntryPoint, steps } from '../../http/steps.ts';
import { uploadsStep } from '../../http/uploads.ts';
import type { Context } from '../../kinds/context.ts';
import type { Common } from './common.ts';
import type { Parts } from './parts.ts';

/** The steps of the APIs, each from top to bottom. */
export function createApis(parts: Parts, common: Common): EntryPoint[] {
  const { config, linksOf, graphql, namespaces, ownOperations: own } = parts;
  const { abouts, bodies, client, identity, load, origins, rate, revision, sessions, site, uploads } = common;
  const { run, follow } = parts.operations;
  const { defaultLanguage } = config;
  const { above, below } = ownRows({ ...parts, abouts });

  const rest: EntryPoint = {
    name: 'rest',
    addressed: addressStep(config.restRoot, namespaces),
    steps: steps<Addressed>()
      .step(languageStep(defaultLanguage, linksOf))
      .step(client)
      .step(bodies)
      .around(load)
      .step(foreignFormStep(origins))
      .step((request) => (isPublicFeed(request.path) ? { viewer: undefined } : identity(request)))
      .step(rate)
      .step(routeStep({ above: [...above, ...MEDIA_ROUTES, ...PUBLIC_ROUTES], below: [...below, ...NAMESPACE_ROUTES] }))
      .step(({ row, viewer }) => ({ viewer: isForEverybody(row) ? undefined : viewer }))
      .step(revision)
      .around(common.dated)
      .around(cachedRest(parts.responses))
      .around(uploadsStep(uploads))
      .step(fieldsStep(uploads))
      .step(languageOfBodyStep(defaultLanguage, linksOf))
      .step(sessions.ofRest)
      .around(validated)
      .step(describeStep(run))
      .step(customFieldsStep(run))
      .step(variablesStep)
      .step(feedStep(common.feeds))
      .step(liveStep(follow))
      .step(linesStep(run, sessions.openExport))
      .step(runStep(run))
      .step(composeStep)
      .step(formStep).list,
    failed: restFailed,
    last: [noIndex],
  };

  const graphqlEntry: EntryPoint = {
    name: 'graphql',
    addressed: graphqlAddress,
    steps: steps<Incoming & NonNullable<ReturnType<typeof graphqlAddress>>>()
      .step(client)
      .step(bodies)
      .around(load)
      .step(preflight)
      .step(createSdlStep(config.introspection))
      .step(common.graphiql.pageStep)
      .step(responseType)
      .step(graphqlLanguage(defaultLanguage, linksOf))
      .step(refuseForms)
      .step(identity)
      .step(rate)
      .step(revision)
      .around(cachedGraphql(parts.responses))
      .around(uploadsStep(uploads))
      .step(sessions.keyed)
      .step(executeGraphql(graphql, uploads)).list,
    failed: graphqlFailed(graphql, defaultLanguage),
  };

  const overview = config.introspection && {
    document: () => own!.document(),
    page: (request: Incoming & Pick<Context, 'language'> & { segment?: Language }) =>
      operationsPage(placeOf(site, { segment: undefined, ...request }), own!.list, (name) => !!parts.savedFeeds(name)),
  };
  const operationsEntry: EntryPoint | undefined = own && {
    name: 'operations',
    addressed: operationAddress,
    steps: steps<Incoming & NonNullable<ReturnType<typeof operationAddress>>>()
      .step(languageStep(defaultLanguage, linksOf))
      .step(client)
      .step(bodies)
      .around(load)
      .step(foreignFormStep(origins))
      .step(identity)
      .step(rate)
      .step(operationStep(own.list, overview || undefined))
      .step(methodStep)
      .step(revision)
      .around(cachedRest(parts.responses))
      .step(sessions.conditional)
      .around(validated)
      .step(showStep).list,
    failed: restFailed,
    last: [noIndex],
  };

  const mcpEntry: EntryPoint | undefined = parts.mcp && {
    name: 'mcp',
    addressed: mcpAddress(config.oidc !== undefined),
    steps: steps<Incoming & { segment: undefined }>()
      .step(client)
      .step(bodies)
      .around(load)
      .step(preflight)
      .step(metadataStep(abouts[defaultLanguage].name, config.siteUrl, config.oidc))
      .step(postOnly)
      .step(foreignOriginStep(origins))
      .step(graphqlLanguage(defaultLanguage, linksOf))
      .step(identity)
      .step(rate)
      .step(usersOnly)
      .step(revision)
      .step(sessions.plain)
      .step(mcpStep(parts.mcp)).list,
    failed: mcpFailed(defaultLanguage),
    last: [noIndex],
  };

  return [graphqlEntry, mcpEntry, operationsEntry, rest].filter((each) => each !== undefined);
}
