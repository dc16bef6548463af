import { createGatewayRuntime, type GatewayPlugin } from '@graphql-hive/gateway-runtime';
import { composeServices } from '@theguild/federation-composition';
import { parse } from 'graphql';

/** A record that the caller may not see is null. So is the field that leads to it, and that is no error. */
const withoutHidden: GatewayPlugin = {
  onExecute: () => ({
    onExecuteDone({ result, setResult }) {
      if (!('errors' in result) || !result.errors) return;
      const errors = result.errors.filter(({ message }) => !message.startsWith('Cannot return null for non-null'));
      setResult(errors.length > 0 ? { ...result, errors } : { data: result.data });
    },
  }),
};

/** Subgraphs by their names: their addresses. */
type Subgraphs = Readonly<Record<string, string>>;

/** The schema of one graph of several subgraphs, for any gateway. */
export async function composed(subgraphs: Subgraphs): Promise<string> {
  const services = await Promise.all(
    Object.entries(subgraphs).map(async ([name, url]) => ({ name, url, typeDefs: parse(await schemaOf(url)) })),
  );
  const { supergraphSdl, errors } = composeServices(services);
  if (!supergraphSdl) throw new Error(errors?.map(({ message }) => message).join('\n'));
  return supergraphSdl;
}

/** A gateway to such a graph. Serve its `fetch`, or hand it to `http.createServer`. */
export async function createGateway(subgraphs: Subgraphs) {
  return createGatewayRuntime({
    supergraph: await composed(subgraphs),
    logging: false,
    plugins: () => [withoutHidden],
    // Whoever asks the gateway has at the calendar the rights of their own credentials.
    propagateHeaders: {
      fromClientToSubgraphs: ({ request }) => {
        const authorization = request.headers.get('Authorization');
        return authorization === null ? {} : { authorization };
      },
    },
  });
}

async function schemaOf(url: string): Promise<string> {
  const body = JSON.stringify({ query: '{ _service { sdl } }' });
  const response = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  return (await response.json()).data._service.sdl;
}
