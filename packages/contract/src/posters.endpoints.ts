import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { combinationsQuery, masterValue, masterValuesQuery, posterCombination, posterPrice, priceQuery } from './posters.ts';

export const listMasterValues = endpoint({
  method: 'GET',
  path: '/mastervalues',
  access: 'session',
  tag: 'posters',
  query: masterValuesQuery,
  result: z.array(masterValue),
});

export const listCombinations = endpoint({
  method: 'GET',
  path: '/postercombination',
  access: 'session',
  tag: 'posters',
  query: combinationsQuery,
  result: z.array(posterCombination),
});

export const readPrice = endpoint({
  method: 'GET',
  path: '/postercombination/get/price',
  access: 'session',
  tag: 'posters',
  query: priceQuery,
  result: posterPrice,
});
