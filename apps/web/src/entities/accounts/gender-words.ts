export const GENDERS = { female: 'Female', male: 'Male', other: 'Other' } as const;
