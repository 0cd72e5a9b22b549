export const GENDER_LABELS = { female: 'Female', male: 'Male', other: 'Other' } as const;
