// Reads the barcode of a ticket off a camera: by the browser's own reader where it knows the code, else by this page.
//
// Frames are looked at and forgotten; nothing of the picture is kept or sent.
import { readTicket, type Grey } from "../../state/cage_bars";
import { misread } from "../../state/cage_wedge";

const LOOK_EVERY_MS = 120;
const WIDEST = 1_280;

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
interface DetectorKind {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** Who reads the frames. */
export type Reader = "browser" | "page";

export interface Watching {
  readonly by: Reader;
  stop(): void;
}

/** The camera at the back of a tablet, or whichever there is. */
export function openCamera(): Promise<MediaStream> {
  const size = { width: { ideal: WIDEST }, height: { ideal: 720 } };
  return navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment", ...size }, audio: false });
}

/** Looks at frame after frame until a number is read; the first is told, and no other. */
export async function watchFrames(
  video: HTMLVideoElement,
  read: (number: string) => void,
): Promise<Watching> {
  const detector = await browserReader();
  const canvas = document.createElement("canvas");
  let isOver = false;
  const look = async (): Promise<void> => {
    if (isOver) return;
    const number = detector === null ? readTicket(greyOf(video, canvas)) : await detected(detector, video);
    // Until the page has said that it is over, it is not.
    if (number !== null && !isOver) {
      isOver = true;
      read(number);
    } else {
      setTimeout(() => void look(), LOOK_EVERY_MS);
    }
  };
  void look();
  return { by: detector === null ? "page" : "browser", stop: () => void (isOver = true) };
}

async function browserReader(): Promise<Detector | null> {
  const kind = (globalThis as { BarcodeDetector?: DetectorKind }).BarcodeDetector;
  if (kind === undefined) return null;
  const formats = await kind.getSupportedFormats();
  return formats.includes("itf") ? new kind({ formats: ["itf"] }) : null;
}

/** What the browser reads counts as what the page reads does: with its check digits. */
async function detected(detector: Detector, video: HTMLVideoElement): Promise<string | null> {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return null;
  const found = await detector.detect(video);
  return found.map(({ rawValue }) => rawValue).find((value) => misread(value) === null) ?? null;
}

function greyOf(video: HTMLVideoElement, canvas: HTMLCanvasElement): Grey {
  const share = Math.min(1, WIDEST / Math.max(1, video.videoWidth));
  const [wide, high] = [Math.round(video.videoWidth * share), Math.round(video.videoHeight * share)];
  const drawing = wide > 0 && high > 0 ? canvas.getContext("2d", { willReadFrequently: true }) : null;
  if (drawing === null) return { wide: 0, high: 0, shades: new Uint8ClampedArray() };
  [canvas.width, canvas.height] = [wide, high];
  drawing.drawImage(video, 0, 0, wide, high);
  const { data } = drawing.getImageData(0, 0, wide, high);
  const shades = new Uint8ClampedArray(wide * high);
  for (let at = 0; at < shades.length; at += 1) {
    const [red, green, blue] = [data[4 * at] ?? 0, data[4 * at + 1] ?? 0, data[4 * at + 2] ?? 0];
    shades[at] = 0.3 * red + 0.59 * green + 0.11 * blue;
  }
  return { wide, high, shades };
}
