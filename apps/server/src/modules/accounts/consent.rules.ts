/** Whether this person may use the product: administrators of whatever kind are not asked for the privacy agreement (specification 1 §4, §6). */
export const hasConsented = ({ role, privacy_accepted_at }: { role: string; privacy_accepted_at: Date | null }): boolean =>
  role !== 'user' || privacy_accepted_at !== null;
