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
  expect(metafieldText(type, value)).toBe(text);
});

test.each(["product_reference", "metaobject_reference", "file_reference"])("%s has no text of its own", (type) => {
  expect(metafieldText(type, "gid://shopify/Product/1")).toBeUndefined();
});
