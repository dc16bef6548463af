// What the compiler of Relay reads. What it makes of each is in a file of that name, which the program imports.
import { graphql } from 'relay-runtime';

graphql`
  fragment documents_programme on Venue
  @argumentDefinitions(count: { type: "Int", defaultValue: 5 }, cursor: { type: "String" })
  @refetchable(queryName: "documentsProgrammePageQuery") {
    name
    events(first: $count, after: $cursor, orderBy: { field: START }) @connection(key: "documents_events") {
      __id
      edges {
        node {
          ...documents_card
        }
      }
    }
  }
`;

graphql`
  fragment documents_card on Event @refetchable(queryName: "documentsCardQuery") {
    id
    title
    startsAt
  }
`;

graphql`
  query documentsVenueQuery($id: ID!) {
    node(id: $id) {
      ...documents_programme @alias(as: "venue")
    }
  }
`;

graphql`
  mutation documentsRenameMutation($input: UpdateEventInput!) {
    updateEvent(input: $input) {
      event {
        ...documents_card
      }
      userErrors {
        path
        code
      }
    }
  }
`;

graphql`
  mutation documentsAddMutation($input: CreateEventInput!, $connections: [ID!]!) {
    createEvent(input: $input) {
      event @appendNode(connections: $connections, edgeTypeName: "EventEdge") {
        ...documents_card
      }
      userErrors {
        path
        code
      }
    }
  }
`;

graphql`
  mutation documentsRemoveMutation($input: DeleteEventInput!, $connections: [ID!]!) {
    deleteEvent(input: $input) {
      event {
        id @deleteEdge(connections: $connections)
      }
      userErrors {
        path
        code
      }
    }
  }
`;
