import { queryOptions } from '@tanstack/react-query';
import type { Address } from '@vitrine/contract/profile';
import * as endpoints from '@vitrine/contract/profile.endpoints';
import { call, send } from '../../../lib/api-client.ts';

export const profileKeys = {
  addresses: (userId: string) => ['addresses', userId] as const,
  ftpAccount: ['ftp-account'] as const,
  signedIn: ['signed-in'] as const,
};

const PAGE_SIZE = 50;

export const addressListOptions = (userId: string) =>
  queryOptions({
    queryKey: profileKeys.addresses(userId),
    queryFn: ({ signal }) => call(endpoints.listAddresses, { params: { userId }, query: { dataPerPage: PAGE_SIZE }, signal }),
  });

export type AddressForm = Omit<Address, '_id'>;

export const addAddress = (form: AddressForm) => send(endpoints.createAddress, { body: form });
export const editAddress = (id: string, form: AddressForm) => send(endpoints.editAddress, { params: { id }, body: form });
export const deleteAddress = (id: string) => send(endpoints.deleteAddress, { params: { id } });
