/** What Mesh shows of an event in one form where REST has several: see `additionalTypeDefs` in `mesh.config.ts`. */
const resolvers = {
  Event: {
    venues: ({ venue }: { venue: unknown }): unknown[] => [venue].flat(),
    poster: ({ image }: { image: unknown }): unknown => image || null,
  },
};

export default resolvers;
