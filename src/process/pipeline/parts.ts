import type { SavedFeeds } from '../../api/feeds/saved.ts';
import type { ResolverContext } from '../../api/graphql/context.ts';
import type { Operation } from '../../api/graphql/operations.ts';
import type { GraphqlServer } from '../../api/graphql/server.ts';
import type { Queries } from '../../api/graphql/writer/runner.ts';
import type { AnswerMessage } from '../../api/mcp/server.ts';
import type { OwnFiles } from '../../api/pages/own-files.ts';
import type { Operations } from '../../api/rest/operations.ts';
import type { LinksOf } from '../../api/rest/steps/request.ts';
import type { ResponseCache } from '../../cache/responses.ts';
import type { CurrentRevision } from '../../cache/revision.ts';
import type { OpenPicture } from '../../data/pictures/take.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import type { Trace } from '../../domain/request.ts';
import type { Identify } from '../../http/auth/identify.ts';
import type { SignIn } from '../../http/sign-in.ts';
import type { Counts } from '../../http/steps/rate.ts';
import type { Subscribers } from '../../http/subscribers.ts';
import type { Addresses } from '../../kinds/addresses.ts';
import type { Context } from '../../kinds/context.ts';
import type { Config } from '../config.ts';
import type { Metrics } from '../metrics.ts';

/** What is known of a request when its session opens. */
export type RequestContext = Pick<Context, 'viewer' | 'language' | 'links' | 'running'> & {
  /** The moment of the current event of a stream. */
  now?: number;
  revision: number | undefined;
  dependencies?: Set<string> | null;
};

/** What the pipeline is made from. */
export interface Parts {
  config: Config;
  /** Milliseconds since the epoch. */
  clock(): number;
  identify: Identify;
  signIn: SignIn;
  counts: Counts;
  linksOf: LinksOf;
  addresses: Addresses;
  /** Creates the context that all resolvers and services get for a request. */
  openContext(request: RequestContext): ResolverContext;
  revision: CurrentRevision;
  responses: ResponseCache;
  subscribers: Subscribers;
  /** Loads what answers assistants, if they may come. */
  mcp: (() => Promise<AnswerMessage>) | undefined;
  /** The running exports. */
  exports: Subscribers;
  graphql: GraphqlServer;
  operations: Operations;
  /** The texts of GraphiQL's example documents. */
  graphiqlExamples(): readonly string[];
  /** The queries of feeds. */
  feedQueries(): Queries;
  /** The operations of the operator, if there is a folder, and their OpenAPI document. */
  ownOperations: { list: readonly Operation[]; document(): object } | undefined;
  /** The feeds of listed documents. */
  savedFeeds: SavedFeeds;
  /** The operations of pages. */
  pageOperations(): Queries;
  ownFiles: OwnFiles;
  /** The names of the REST namespace. */
  namespaces: readonly string[];
  documentation(): object;
  /** The files of uploaded pictures. */
  openPicture: OpenPicture;
  /** Whether the records come from a seed: then the server draws their pictures. */
  isSeeded(): Promise<boolean>;
  /** Whether requests can be served now. */
  ready(): Promise<'ok' | 'full' | 'unavailable'>;
  /** Called once for every internal error. */
  report(error: unknown, trace: Trace | undefined): void;
  /** Called for every error that ends a request. */
  refused(code: ErrorCode): void;
  /** The metrics, if they are enabled. */
  metrics: Metrics | undefined;
}
