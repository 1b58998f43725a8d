/** What is asked about the charges of the app. A test holds each document to the real schema, like those of `documents.ts`. */
const SUBSCRIPTION = /* GraphQL */ `
  fragment Subscription on AppSubscription {
    id
    name
    status
    test
    trialDays
    createdAt
    currentPeriodEnd
  }
`;

/** Active ones, and the latest of any status: a frozen one isn't active, and a declined one is worth a sentence. */
const SUBSCRIPTIONS = /* GraphQL */ `
  query AppSubscriptions {
    shop {
      plan {
        partnerDevelopment
      }
    }
    currentAppInstallation {
      id
      activeSubscriptions {
        ...Subscription
      }
      allSubscriptions(first: 25, reverse: true, sortKey: CREATED_AT) {
        nodes {
          ...Subscription
        }
      }
    }
  }
  ${SUBSCRIPTION}
`;

const CREATE = /* GraphQL */ `
  mutation AppSubscriptionCreate(
    $name: String!
    $lineItems: [AppSubscriptionLineItemInput!]!
    $returnUrl: URL!
    $trialDays: Int
    $test: Boolean
    $replacementBehavior: AppSubscriptionReplacementBehavior
  ) {
    appSubscriptionCreate(
      name: $name
      lineItems: $lineItems
      returnUrl: $returnUrl
      trialDays: $trialDays
      test: $test
      replacementBehavior: $replacementBehavior
    ) {
      confirmationUrl
      appSubscription {
        ...Subscription
      }
      userErrors {
        field
        message
      }
    }
  }
  ${SUBSCRIPTION}
`;

const CANCEL = /* GraphQL */ `
  mutation AppSubscriptionCancel($id: ID!) {
    appSubscriptionCancel(id: $id) {
      appSubscription {
        ...Subscription
      }
      userErrors {
        field
        message
      }
    }
  }
  ${SUBSCRIPTION}
`;

export const BILLING_DOCUMENTS = { subscriptions: SUBSCRIPTIONS, create: CREATE, cancel: CANCEL } as const;
