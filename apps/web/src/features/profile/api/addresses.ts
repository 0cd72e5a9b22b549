import { queryOptions } from '@tanstack/react-query';
import type { Address } from '@vitrine/contract/profile';
import { api } from '../../../lib/api-client.ts';
import { profileKeys } from '../profile-keys.ts';

const PAGE_SIZE = 50;

export const addressListOptions = (userId: string) =>
  queryOptions({
    queryKey: profileKeys.addresses(userId),
    queryFn: ({ signal }) => api.get<Address[]>(`/address/${userId}`, { query: { dataPerPage: PAGE_SIZE }, signal }),
  });

export type AddressForm = Omit<Address, '_id'>;

export const addAddress = (form: AddressForm) => api.post<Address>('/address', form);
export const editAddress = (id: string, form: AddressForm) => api.put<Address>(`/address/${id}`, form);
export const deleteAddress = (id: string) => api.delete<undefined>(`/address/${id}`);
