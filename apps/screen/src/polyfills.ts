/** Imported first by the page and by the service worker, because imported modules run before the code of the module that imports them. */
import { addPolyfills } from './add-polyfills.ts';

addPolyfills(self);
