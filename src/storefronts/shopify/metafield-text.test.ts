import { expect, test } from "vitest";
import { metafieldText } from "./metafield-text.ts";

test.each([
  ["single_line_text_field", "Wool", "Wool"],
  ["multi_line_text_field", "a\nb", "a\nb"],
  ["boolean", "true", "true"],
  ["list.single_line_text_field", '["red","blue"]', "red, blue"],
  ["list.number_integer", "[1,2]", "1, 2"],
  ["list.single_line_text_field", "[]", ""],
  ["list.single_line_text_field", "not json", "not json"],
  ["money", '{"amount":"5.99","currency_code":"CAD"}', "5.99 CAD"],
  ["weight", '{"value":2.5,"unit":"KILOGRAMS"}', "2.5 kilograms"],
  ["dimension", '{"value":"30","unit":"cm"}', "30 cm"],
  ["list.single_line_text_field", '["Red, dark","Blue"]', "Red\u201A dark, Blue"],
  ["list.url", '["https://shop.example/a,b","https://shop.example/c"]', "https://shop.example/a%2Cb, https://shop.example/c"],
  ["volume", '{"value":0.75,"unit":"LITERS"}', "0.75 liters"],
  ["list.rating", '[{"value":"4","scale_min":"1","scale_max":"5"},{"value":"5","scale_min":"1","scale_max":"5"}]', "4, 5"],
  ["list.link", '[{"text":"Care","url":"https://shop.example/care"}]', "https://shop.example/care"],
  ["list.dimension", '[{"value":1,"unit":"CM"},{"value":2,"unit":"CM"}]', "1 cm, 2 cm"],
  ["rating", '{"value":"3.5","scale_min":"1.0","scale_max":"5.0"}', "3.5"],
  ["link", '{"text":"Care","url":"https://shop.example/care"}', "https://shop.example/care"],
  ["weight", "heavy", "heavy"],
  [
    "rich_text_field",
    '{"type":"root","children":[{"type":"paragraph","children":[{"type":"text","value":"Hand "},{"type":"text","value":"wash","bold":true}]}]}',
    "Hand wash",
  ],
])("%s %j reads %j", (type, value, text) => {
  expect(metafieldText(type, value, new Map())).toBe(text);
});

const gid = (type: string, id: number | string): string => `gid://shopify/${type}/${id}`;
const NAMES = new Map([
  [gid("Metaobject", 1), "Red"],
  [gid("Metaobject", 2), "Navy, dark"],
  [gid("Product", 3), "Café chair"],
  [gid("GenericFile", 4), "https://cdn.example/size,chart.pdf?v=1"],
]);
const list = (...ids: readonly string[]): string => JSON.stringify(ids);

test.each([
  ["metaobject_reference", gid("Metaobject", 1), "Red"],
  ["metaobject_reference", gid("Metaobject", 2), "Navy, dark"],
  ["product_reference", gid("Product", 3), "Café chair"],
  ["file_reference", gid("GenericFile", 4), "https://cdn.example/size,chart.pdf?v=1"],
  ["list.metaobject_reference", list(gid("Metaobject", 2), gid("Metaobject", 1)), "Navy\u201A dark, Red"],
  ["list.mixed_reference", list(gid("Metaobject", 1), gid("Product", 3)), "Red, Café chair"],
  ["list.file_reference", list(gid("GenericFile", 4), gid("GenericFile", 4)), Array(2).fill("https://cdn.example/size%2Cchart.pdf?v=1").join(", ")], // prettier-ignore
  // What is gone has no name.
  ["metaobject_reference", gid("Metaobject", 9), ""],
  ["list.metaobject_reference", list(gid("Metaobject", 9), gid("Metaobject", 1)), "Red"],
  ["list.metaobject_reference", list(gid("Metaobject", 9)), ""],
  ["list.metaobject_reference", "not json", ""],
  ["metaobject_reference", "", ""],
  ["customer_reference", gid("Customer", 1), ""],
])("%s %j reads as what it points at is called: %j", (type, value, text) => {
  expect(metafieldText(type, value, NAMES)).toBe(text);
});
