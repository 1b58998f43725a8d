/** The app that merchants of the simulated shop can install, as its developer set it up. */
export interface AppSettings {
  readonly shopDomain: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What the merchant grants when an app is installed without a list of scopes. */
  readonly scopes: readonly string[];
  /** Where the admin opens the app. */
  readonly appUrl: string;
  readonly tokenSeconds: number;
  readonly refreshSeconds: number;
  /** The merchant agrees to everything at once, without a page in between. */
  readonly autoApprove: boolean;
}
