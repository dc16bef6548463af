const listed = ({ venue }: { venue: unknown }): unknown[] => [venue].flat();

/** What Mesh shows of an event in one form where REST has several: see `additionalTypeDefs` in `mesh.config.ts`. */
const resolvers = {
  Event: {
    venue: listed,
    venues: listed,
    poster: ({ image }: { image: unknown }): unknown => image || null,
  },
};

export default resolvers;
