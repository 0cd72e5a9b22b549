/** Time in which the owner may undo a removal without a new consent, in milliseconds. */
const UNDO_MS = 30_000;
/** Shortest time between two invitations of one person by one owner, in milliseconds. */
const INVITATION_INTERVAL_MS = 86_400_000;

/** The most recent departure of a person from a family of one owner. */
export interface Departure {
  org_id: string;
  left_at: Date;
  /** Whether the owner removed the member. */
  was_removed: boolean;
  /** Earliest time of the owner's next invitation to this person. */
  next_invitation_at: Date | null;
}

/** Returns whether the owner may bring the person back into this family without asking them. */
export const canUndo = ({ org_id, left_at, was_removed }: Departure, orgId: string, now: Date): boolean =>
  was_removed && org_id === orgId && now.getTime() - left_at.getTime() < UNDO_MS;

export const mayInvite = ({ next_invitation_at }: Departure, now: Date): boolean =>
  next_invitation_at === null || next_invitation_at <= now;

/** Returns when the owner may invite the person again after an invitation or a declined invitation. */
export const nextInvitationAfter = (now: Date): Date => new Date(now.getTime() + INVITATION_INTERVAL_MS);
