import { WAITING_SCREEN_CHANNEL, type WaitingScreenMessage } from '@vitrine/contract/waiting-screen';
import { useEffect, useState } from 'react';

/** The id of a screen that is open in this browser and waits to be added; null while there is none. */
export function useWaitingScreen(): string | null {
  const [deviceId, setDeviceId] = useState<string | null>(null);
  useEffect(() => {
    if (!('BroadcastChannel' in window)) return;
    const channel = new BroadcastChannel(WAITING_SCREEN_CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<WaitingScreenMessage>) => {
      if (data.kind === 'waiting') setDeviceId(data.deviceId);
    };
    channel.postMessage({ kind: 'ask' } satisfies WaitingScreenMessage);
    return () => channel.close();
  }, []);
  return deviceId;
}
