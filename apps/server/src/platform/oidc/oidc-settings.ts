/** The company's family, and the claim that decides who is a member. */
export interface OidcMembership {
  orgId: string;
  claim: string;
  values: readonly string[];
}

/** The OpenID Connect provider with which the people of an installation sign in. */
export interface OidcSettings {
  /** In the form of `URL`, with a slash after a host without a path. */
  issuer: string;
  clientId: string;
  /** Undefined for a public client, which PKCE alone protects. */
  clientSecret: string | undefined;
  /** Name on the button. */
  name: string;
  scopes: readonly string[];
  /** Null where claims decide about no membership. */
  membership: OidcMembership | null;
}
