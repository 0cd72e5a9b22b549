import type { SearchSchemaInput } from '@tanstack/react-router';
import { readTexts } from '../../lib/search-params.ts';

/** The token in the link of an alert email. */
export const unsubscribeSearch = (raw: { token?: string } & SearchSchemaInput) => readTexts(raw, 'token');
