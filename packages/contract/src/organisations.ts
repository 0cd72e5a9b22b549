import { z } from 'zod';
import { picture } from './accounts.ts';
import { BUSINESS_MESSAGES } from './business-messages.ts';
import { id } from './envelope.ts';
import { LIMITS } from './limits.ts';
import { MESSAGES } from './messages.ts';

/** Page size for lists of people to add. The specification's client requests all of them at once. */
const PEOPLE_MAX = 10_000;

export const orgRole = z.enum(['owner', 'subAdmin']);
export type OrgRole = z.infer<typeof orgRole>;

/** Source of limits and messages: specification 3 §5, family form. */
export const familyName = z
  .string({ error: BUSINESS_MESSAGES.familyNameRequired })
  .trim()
  .min(1, BUSINESS_MESSAGES.familyNameRequired)
  .min(LIMITS.nameMin, MESSAGES.tooShort)
  .max(LIMITS.nameMax, MESSAGES.tooLong);
/** May be left empty. */
export const familyDescription = z
  .string()
  .trim()
  .max(LIMITS.familyDescriptionMax, MESSAGES.tooLong)
  .refine((text) => text === '' || text.length >= LIMITS.nameMin, MESSAGES.tooShort);

/** Form with the texts of a family. */
export const organisationForm = z.object({ name: familyName, description: familyDescription });

/** Key of a picture that the caller has uploaded. Other fields of the upload's response are ignored. */
const chosenPicture = z.looseObject({ key: id });

export const createOrganisationBody = z.strictObject({
  name: familyName,
  description: familyDescription.default(''),
  orgType: z.literal('family').default('family'),
  /** Compared with the caller's plan, which the server also knows without it. */
  subscriptionId: z.string().max(100).nullish(),
  picture: chosenPicture.nullish(),
});

export const editOrganisationBody = z.strictObject({
  name: familyName.optional(),
  description: familyDescription.optional(),
  picture: chosenPicture.nullable().optional(),
});

/** The password of the current owner, encrypted as for signing in. */
export const transferOrganisationBody = z.strictObject({ userId: id, password: z.string().max(2000) });

export const addMembersBody = z.strictObject({
  /** Family of the caller when omitted. */
  orgId: id.optional(),
  emails: z
    .array(
      z
        .string()
        .trim()
        .max(LIMITS.emailMax)
        .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, BUSINESS_MESSAGES.memberEmailInvalid),
    )
    .min(1, BUSINESS_MESSAGES.memberEmailInvalid)
    .max(LIMITS.familyMembers, BUSINESS_MESSAGES.memberLimit),
});

export const organisation = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    orgType: z.literal('family'),
    subscriptionId: z.string().nullable(),
    picture: picture.nullable(),
    /** Number of members, including the owner. */
    memberCount: z.number(),
    /** Maximum number of members and open invitations, without the owner: five, or fewer if the owner's plan has fewer. */
    memberLimit: z.number(),
    /** The caller's role in the family; null for an administrator with read-only access. */
    orgRole: orgRole.nullable(),
    owner: z.object({ _id: z.string(), name: z.string(), email: z.string() }),
    /** True when the owner's plan has ended or no longer includes a family. Everything stays, but nothing can be added. */
    hasEnded: z.boolean(),
    /** Numbers of objects that belong to the family. */
    holds: z.object({ albums: z.number(), playlists: z.number(), devices: z.number() }),
  })
  .meta({ id: 'Organisation' });
export type Organisation = z.infer<typeof organisation>;

export const organisationMember = z
  .object({
    _id: z.string(),
    name: z.string(),
    email: z.string(),
    /** Empty for other members: the owner alone sees it, and each their own. */
    phoneNo: z.string(),
    /** As `phoneNo`. */
    gender: z.enum(['female', 'male', 'other']).nullable(),
    orgRole,
    profilePicture: z.object({ key: z.string() }).nullable(),
    joinedAt: z.string(),
    /** True when the family can be handed over to this member, who needs an active Family Plan and must not own a family. */
    canOwn: z.boolean(),
  })
  .meta({ id: 'OrganisationMember' });
export type OrganisationMember = z.infer<typeof organisationMember>;

/** Invitation as the family's owner sees it. */
export const organisationInvitation = z
  .object({
    id: z.string(),
    email: z.string(),
    createdAt: z.string(),
    /** True for a former member, who must accept. Otherwise the invited person joins when they verify the address. */
    needsAnswer: z.boolean(),
    /** Null while the invitation is open. A declined invitation takes no place. */
    declinedAt: z.string().nullable(),
  })
  .meta({ id: 'OrganisationInvitation' });
export type OrganisationInvitation = z.infer<typeof organisationInvitation>;

/** Invitation that the caller must accept or decline. */
export const ownInvitation = z
  .object({ id: z.string(), familyName: z.string(), ownerName: z.string(), createdAt: z.string() })
  .meta({ id: 'OwnInvitation' });
export type OwnInvitation = z.infer<typeof ownInvitation>;

export const answerInvitationBody = z.strictObject({ answer: z.enum(['accept', 'decline']) });
export type InvitationAnswer = z.infer<typeof answerInvitationBody>['answer'];

/** Results for the addresses. */
export const addedMembers = z.object({ members: z.array(organisationMember), invitations: z.array(organisationInvitation) });

/** GET /users/all/list. */
export const memberSuggestionsQuery = z.object({
  dataPerPage: z.coerce.number<number>().int().min(1).max(PEOPLE_MAX).default(50),
  /** An exact address. */
  string: z.string().trim().max(LIMITS.emailMax).optional(),
});
export const suggestedPerson = z
  .object({
    _id: z.string(),
    name: z.string(),
    email: z.string(),
    profilePicture: z.object({ key: z.string() }).nullable(),
    /** False for members of a family. */
    canBeAdded: z.boolean(),
  })
  .meta({ id: 'KnownPerson' });
export type SuggestedPerson = z.infer<typeof suggestedPerson>;
