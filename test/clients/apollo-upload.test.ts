import { ApolloClient, gql, InMemoryCache } from '@apollo/client';
import UploadHttpLink from 'apollo-upload-client/UploadHttpLink.mjs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedApp, serveApp } from '../support/served-app.ts';

let served: ServedApp;

beforeAll(async () => {
  served = await serveApp();
});
afterAll(() => served.close());

const UPLOAD = gql`
  mutation Bring($input: UploadImageInput!) {
    uploadImage(input: $input) {
      image {
        id
        url(width: 300)
        alternativeText
      }
      userErrors {
        message
      }
    }
  }
`;

interface Uploaded {
  uploadImage: { image: { id: string; url: string; alternativeText: string }; userErrors: object[] };
}

test('Apollo Client uploads a picture through an upload link, and queries through it as before', async () => {
  const credentials = Buffer.from(served.app.credentials('author')).toString('base64');
  const headers = { 'GraphQL-Require-Preflight': '1', Authorization: `Basic ${credentials}` };
  const link = new UploadHttpLink({ uri: `${served.url}/graphql`, headers });
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  const bytes = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#c03' } })
    .png()
    .toBuffer();
  const file = new File([new Uint8Array(bytes)], 'stage.png', { type: 'image/png' });
  const variables = { input: { file, alternativeText: 'A stage' } };
  const { data } = await client.mutate<Uploaded>({ mutation: UPLOAD, variables });
  expect(data!.uploadImage).toMatchObject({ image: { alternativeText: 'A stage' }, userErrors: [] });
  const { image } = data!.uploadImage;
  const shown = await fetch(image.url);
  expect((await sharp(await shown.arrayBuffer()).metadata()).width).toBe(300);
  const query = gql`query One($id: ID!) { node(id: $id) { id ... on Image { width } } }`;
  const { data: read } = await client.query<{ node: object }>({ query, variables: { id: image.id } });
  expect(read!.node).toMatchObject({ id: image.id, width: 600 });
});
