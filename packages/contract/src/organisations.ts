import { z } from 'zod';
import { picture } from './accounts.ts';

export const organisation = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    orgType: z.literal('family'),
    subscriptionId: z.string().nullable(),
    picture: picture.nullable(),
    memberCount: z.number(),
  })
  .meta({ id: 'Organisation' });
export type Organisation = z.infer<typeof organisation>;
