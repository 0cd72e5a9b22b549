import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = process.env.VITRINE_API ?? 'http://localhost:3000';

export default defineConfig({
  base: '/',
  plugins: [react()],
  build: {
    target: 'es2022',
    // Inlined assets would be data: addresses, which the server's policy allows for pictures alone.
    assetsInlineLimit: 0,
    // modulepreload is native everywhere we run.
    modulePreload: { polyfill: false },
  },
  server: {
    port: Number(process.env.VITRINE_WEB_PORT ?? 5173),
    proxy: {
      '/api': { target: api },
      '/screen': { target: api },
      '/socket.io': { target: api, ws: true },
    },
  },
});
