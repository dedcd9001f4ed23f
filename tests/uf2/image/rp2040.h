/* Registers of the RP2040 that the image uses; names and offsets as in the data sheet. */
#ifndef RP2040_H
#define RP2040_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define REG(address) (*(volatile uint32_t *)(address))
#define SET 0x2000   /* alias of a register that sets the written bits */
#define CLEAR 0x3000 /* and the one that clears them */

#define CHIP_RESET 0x40064008
#define RESETS 0x4000c000
#define RESETS_DONE (RESETS + 8)
#define IO_CTRL(pin) (0x40014004 + 8 * (pin))
#define PADS(pin) (0x4001c004 + 4 * (pin))
#define SIO_IN 0xd0000004
#define SIO_IN_QSPI 0xd0000008
#define ROSC_RANDOM_BIT 0x4006001c
#define SIO_OUT_SET 0xd0000014
#define SIO_OUT_CLEAR 0xd0000018
#define SIO_OE_SET 0xd0000024
#define FUNCTION_SIO 5
#define FUNCTION_PIO0 6
#define ADC_CS 0x4004c000
#define ADC_RESULT 0x4004c004
#define TIMER_LOW 0x40054028
#define WATCHDOG_CTRL 0x40058000
#define WATCHDOG_LOAD 0x40058004
#define WATCHDOG_REASON 0x40058008
#define WATCHDOG_SCRATCH0 0x4005800c
#define WATCHDOG_TICK 0x4005802c
#define PIO0 0x50200000
#define USB_MEMORY 0x50100000
#define USB_REGISTERS 0x50110000
#define NVIC_ENABLE 0xe000e100

#define NVM 0x100ff000 /* where CircuitPython has it */
#define NVM_BYTES 4096

void wait_us(uint32_t microseconds);

/* usb.c: two serial ports, as CircuitPython's console and data port */
enum { CONSOLE, DATA, PORTS };
void usb_start(void);
void usb_poll(void);
int usb_read(int port);                                /* -1: nothing has come */
bool usb_write(int port, const char *text, size_t length); /* false: the last is not taken yet */
bool usb_is_open(int port);
extern struct usb_events {
    uint32_t suspends, resumes;
    uint32_t overtakings; /* control transfers that began before the last had ended */
} usb_events;

/* flash.c */
void flash_erase(void);
void flash_program(uint32_t offset, const uint8_t *page);
#endif
