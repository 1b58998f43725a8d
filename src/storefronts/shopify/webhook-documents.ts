/** The documents that keep the shop's webhook subscriptions; held to the real schema as the others are. */

const LIST = /* GraphQL */ `
  query WebhookSubscriptions($after: String) {
    webhookSubscriptions(first: 100, after: $after) {
      nodes {
        id
        topic
        uri
        format
        filter
        includeFields
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;

const CREATE = /* GraphQL */ `
  mutation WebhookCreate($topic: WebhookSubscriptionTopic!, $subscription: WebhookSubscriptionInput!) {
    webhookSubscriptionCreate(topic: $topic, webhookSubscription: $subscription) {
      webhookSubscription {
        id
      }
      userErrors {
        field
        message
      }
    }
  }
`;

const UPDATE = /* GraphQL */ `
  mutation WebhookUpdate($id: ID!, $subscription: WebhookSubscriptionInput!) {
    webhookSubscriptionUpdate(id: $id, webhookSubscription: $subscription) {
      webhookSubscription {
        id
      }
      userErrors {
        field
        message
      }
    }
  }
`;

const DELETE = /* GraphQL */ `
  mutation WebhookDelete($id: ID!) {
    webhookSubscriptionDelete(id: $id) {
      deletedWebhookSubscriptionId
      userErrors {
        field
        message
      }
    }
  }
`;

export const WEBHOOK_DOCUMENTS = Object.freeze({ list: LIST, create: CREATE, update: UPDATE, delete: DELETE });
