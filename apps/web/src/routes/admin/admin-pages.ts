/** The pages of the admin area, one chunk. None has been built yet: every address is an unknown one. */
export { NotFoundPage } from '../public/shell/not-found.tsx';
