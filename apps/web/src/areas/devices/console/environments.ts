import { environment } from '@vitrine/contract/console-devices';

/** Where a screen may be; staged updates reach one at a time. */
export const ENVIRONMENTS = environment.options;
export const ENVIRONMENT_CHOICES = ENVIRONMENTS.map((value) => ({ value, label: value }));
