import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';

const TYPES = ['image/jpeg', 'image/jpg', 'image/png', 'image/webp'];
const CONVERTED = ['image/heic', 'image/heif'];
/** Also recognized by name, because some browsers do not know the type of iPhone photos. */
const CONVERTED_NAME = /\.hei[cf]$/i;

export const PICTURE_ACCEPT = [...TYPES, ...CONVERTED, '.heic', '.heif'].join(',');

type ChosenFile = Pick<File, 'name' | 'type'>;

/** No browser but Safari shows it: the server makes a JPEG of it when the product is saved. */
export const needsConversion = ({ name, type }: ChosenFile): boolean =>
  CONVERTED.includes(type) || (type === '' && CONVERTED_NAME.test(name));

/** Returns the error of a product picture before it is sent; the server checks the content again. */
export const getProductPictureError = (file: ChosenFile): string | undefined =>
  TYPES.includes(file.type) || needsConversion(file) ? undefined : BUSINESS_MESSAGES.onlyImages;
