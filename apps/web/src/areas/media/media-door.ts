import { createContext, useContext } from 'react';

/**
 * Below which address of the API pictures and videos are fetched: straight below it for whoever is signed in, and for whoever came by a link below that
 * link's (`/shared/{token}`), which opens them and nothing else.
 */
export const MediaRouteContext = createContext('');
export const useMediaRoute = (): string => useContext(MediaRouteContext);
