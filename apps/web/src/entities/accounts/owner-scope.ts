/** Who owns what is listed: an organisation where the effective mode says so, a user otherwise (specification 1 §6). */
export interface OwnerScope {
  userId: string;
  orgId?: string;
}
